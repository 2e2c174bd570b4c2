import { exportRoute } from '../components/documents/export-answer.ts';

/** What `/satellites` shows for the same query, all pages of it, as JSON. */
export const GET = exportRoute('json');
