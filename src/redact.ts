/** An API key, complete or truncated, even if its `_` is percent-encoded. */
const key = /ow(?:_|%5f)[A-Za-z0-9]{8,}/gi;
/** A user and a password in an address. */
const credentials = /(:\/\/)[^\s/?#"'<>@]*@/g;

/** Text without secrets: for logs and messages about a URL. */
export const redact = (text: string): string => text.replace(key, 'ow_…').replace(credentials, '$1…@');
