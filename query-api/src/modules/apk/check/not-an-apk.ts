/** What was uploaded is no app. The message is the sentence to show. */
export class NotAnApkError extends Error {}
