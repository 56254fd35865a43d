import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

/** Starts one cluster for the whole run, in the place of the one Redis, and stops it afterwards. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startCluster()
  project.provide('redisUrl', cluster.url)
  return cluster.stop
}
