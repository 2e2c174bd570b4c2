/** The key of local storage that holds the place, which is stored nowhere else. */
export const STORAGE_KEY = 'orbweaver.place';

/** Whether a place was chosen in this browser: then what is computed for it is worth loading at once. */
export function hasPlace(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}
