import {
  toastFrontendError,
  toastFrontendInfo,
  toastFrontendSuccess,
} from "/components/notifications/notification-store.js";

const TITLE = "GraphRAG";

// How the pages of the plugin speak to the user besides what they show: with the host's toasts.
export const tell = (words) => toastFrontendInfo(words, TITLE);
export const tellSuccess = (words) => toastFrontendSuccess(words, TITLE);
export const complain = (problem) => toastFrontendError(String(problem?.message || problem), TITLE);
