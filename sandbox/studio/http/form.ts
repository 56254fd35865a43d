import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'

/** The largest clip the studio takes, uploaded or fetched. */
export const clipBytesMax = 64 * 1024 * 1024

/** A file that came with a form, as it lies in the studio's folder. */
export class UploadedFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

const limits = { fileSize: clipBytesMax, files: 4, fields: 100, fieldSize: 1_000_000 }

const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'code' in error

/** The parser throws bare errors for a broken form; they are the caller's, as the status says. */
const asRefusal = (error: unknown): unknown =>
  isOfTheSystem(error) ? error : Object.assign(new Error(`${error}`), { statusCode: 400 })

/**
 * Whoever fills in a form sends every line end as CR LF, whatever was typed
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
 */
const withPlainLineEnds = (given: unknown): unknown =>
  typeof given === 'string' ? given.replaceAll(/\r\n?/g, '\n') : given

const readParts = async (request: FastifyRequest, folder: string): Promise<ReadonlyMap<string, unknown>> => {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields.set(part.fieldname, withPlainLineEnds(part.value))
      continue
    }
    const path = join(folder, randomUUID())
    await pipeline(part.file, createWriteStream(path))
    fields.set(part.fieldname, new UploadedFile(path))
  }
  return fields
}

const indexedName = /^(\d)\.(audio_file|reference_audio_file)$/

/** Samples of the service name files `0.audio_file`, `1.audio_file`; the first of a kind stands for the plain name. */
const withPlainNames = (fields: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> => {
  const plain = new Map([...fields].filter(([name]) => !indexedName.test(name)))
  for (const name of [...fields.keys()].toSorted()) {
    const [, , plainName] = indexedName.exec(name) ?? []
    if (plainName !== undefined && !plain.has(plainName)) plain.set(plainName, fields.get(name))
  }
  return Object.fromEntries(plain)
}

/**
 * Reads a form (multipart/form-data) while it arrives: files go straight to the folder, and lines of texts end with LF.
 * Throws an error with a status below 500 for anything that is no form or beyond the limits.
 */
export const readForm = async (
  request: FastifyRequest,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return withPlainNames(await readParts(request, folder))
  } catch (error) {
    throw asRefusal(error)
  }
}
