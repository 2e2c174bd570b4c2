/** The key of local storage that holds the place, which is stored nowhere else. */
export const STORAGE_KEY = 'orbweaver.place';

/** Whether a place was chosen in this browser; if so, scripts that compute for it are loaded immediately. */
export function hasPlace(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}
