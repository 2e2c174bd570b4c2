import { exportRoute } from '../components/export-answer.ts';

/** What `/satellites` shows for the same query, all pages of it, as CSV. */
export const GET = exportRoute('csv');
