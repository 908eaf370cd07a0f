/** The address with which the portal was opened, as it was typed or clicked: the router writes back only what it understood. */

export const FIRST_ADDRESS = { pathname: window.location.pathname, search: window.location.search };
