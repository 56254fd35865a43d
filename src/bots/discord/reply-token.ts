/** An interaction token together with its application: what it takes to edit the answer, for 15 minutes. */
export const writeReplyToken = (applicationId: string, token: string): string => `${applicationId}/${token}`

/** The parts of what `writeReplyToken` wrote. */
export const readReplyToken = (replyToken: string): { applicationId: string; token: string } => {
  const slash = replyToken.indexOf('/')
  return { applicationId: replyToken.slice(0, slash), token: replyToken.slice(slash + 1) }
}
