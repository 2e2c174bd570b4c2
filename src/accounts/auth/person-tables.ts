import type { BetterAuthOptions } from 'better-auth';

/** The tables that better-auth keeps, under our names: people, their passwords, their sessions, and letters' tokens. */
export const personModels = {
  user: {
    modelName: 'person',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  account: {
    modelName: 'credential',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'person_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  session: {
    modelName: 'session',
    fields: {
      userId: 'person_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  verification: {
    modelName: 'verification',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const satisfies Pick<BetterAuthOptions, 'user' | 'account' | 'session' | 'verification'>;

/** What better-auth opens or is handed as its database. */
export type PersonDatabase = NonNullable<BetterAuthOptions['database']>;

/** The SQL that better-auth's tables lack. It is loaded here only, since a command that needs no change is quicker without. */
export async function personTables(database: PersonDatabase): Promise<string[]> {
  const { getMigrations } = await import('better-auth/db/migration');
  const { compileMigrations } = await getMigrations({ database, ...personModels, logger: { disabled: true } });
  return [await compileMigrations()];
}

/** The version of better-auth whose tables these are; a test compares it with what is installed. */
personTables.version = '1.7.5';
