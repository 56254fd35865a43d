import type { IncomingMessage } from 'node:http'

/** The whole body of a request. */
export const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
