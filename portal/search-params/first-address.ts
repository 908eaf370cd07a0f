/** The URL that the portal was opened with. The router rewrites the URL with only the parameters that it accepts. */

export const FIRST_ADDRESS = { pathname: window.location.pathname, search: window.location.search };
