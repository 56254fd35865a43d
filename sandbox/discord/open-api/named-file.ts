import type { BodyCheck } from './body-check.ts'

const checks = new Map<string, BodyCheck>()

/**
 * The check against Discord's OpenAPI file where TEST_DISCORD_OPENAPI names it, as an option of the stand-in;
 * the file is no part of the project.
 */
export const namedBodyCheck = async (): Promise<{ readonly checkBody?: BodyCheck }> => {
  const path = process.env.TEST_DISCORD_OPENAPI
  if (path === undefined) return {}
  const { readBodyCheck } = await import('./body-check.ts')
  const checkBody = checks.get(path) ?? readBodyCheck(path)
  checks.set(path, checkBody)
  return { checkBody }
}
