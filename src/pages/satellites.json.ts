import { exportRoute } from '../components/documents/file-answers.ts';

/** The list of `/satellites` for the same query, all pages of it, as JSON. */
export const GET = exportRoute('json');
