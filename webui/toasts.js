import {
  toastFrontendError,
  toastFrontendInfo,
  toastFrontendSuccess,
} from "/components/notifications/notification-store.js";

const TITLE = "GraphRAG";
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// The host draws a toast as HTML, and a problem may quote a name of the graph or what a server has sent.
const asText = (words) => String(words).replace(/[&<>]/g, (sign) => ESCAPED[sign]);

// How the pages of the plugin speak to the user besides what they show: with the host's toasts.
export const tell = (words) => toastFrontendInfo(asText(words), TITLE);
export const tellSuccess = (words) => toastFrontendSuccess(asText(words), TITLE);
export const complain = (problem) => toastFrontendError(asText(problem?.message || problem), TITLE);
