import type { ReceivedRequest } from '../../../support/service/scripted-server.ts'

/** What Discord reads in a body. */
export interface Sent {
  payload: Record<string, unknown>
  files: { name: string; type: string; bytes: Buffer }[]
}

/** A body as Discord reads it: JSON, or a form with the JSON in one part and the files in the others. */
export const sentIn = async ({ body, headers }: ReceivedRequest): Promise<Sent> => {
  const type = headers['content-type'] ?? ''
  const bytes = Buffer.from(body, 'latin1')
  if (type.startsWith('application/json')) return { payload: JSON.parse(bytes.toString()), files: [] }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  return {
    payload: JSON.parse(String(form.get('payload_json'))),
    files: await Promise.all(
      files.map(async (file) => ({
        name: file.name,
        type: file.type,
        bytes: Buffer.from(await file.arrayBuffer()),
      })),
    ),
  }
}
