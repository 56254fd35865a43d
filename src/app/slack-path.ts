/** Path below which Slack's signed requests arrive. */
export const slackPath = '/slack'
