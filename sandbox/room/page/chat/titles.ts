import type { Platform } from '../control.ts'

/** What the platforms are called. */
export const titles = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<Platform, string>
