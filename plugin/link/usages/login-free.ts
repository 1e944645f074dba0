/** Databases that live in a file or in memory and ask nobody who they are: what stands where a login goes is no credential. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'

const DATABASE = /^(?:sqlite3?|better-sqlite3|sql\.?js|sqljs|libsql|expo|capacitor|cordova|react-native|nativescript|duckdb|pglite)$/i
const NAMES = ['dialect', 'client', 'type', 'driver', 'storage']

/** `new Sequelize('database', 'username', 'password', { dialect: 'sqlite' })` */
export function asksForNoLogin({ whole, values }: Linked, call: number): boolean {
  if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) return false
  return whole.args(call).some((argument) =>
    NAMES.some((name) =>
      values.property(argument, name).some((node) => {
        const texts = values.texts(node).filter(({ exact }) => exact)
        return (
          texts.length > 0 &&
          texts.every(({ value }) => DATABASE.test(value) || (name === 'storage' && (value === ':memory:' || /\.sqlite3?$|\.db$/.test(value))))
        )
      }),
    ),
  )
}
