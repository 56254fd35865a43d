/** Below this path Slack's signed requests arrive. */
export const slackPath = '/slack'
