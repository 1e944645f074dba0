/** Objects with parts that are made, or opened, when somebody asks for them; whoever asks again gets the same. */
export type Later<Whole> = { [Part in keyof Whole]?: () => Whole[Part] }

/** Defines parts of an object; one that is there is written over. */
export function madeLater<Whole extends object>(whole: Whole, parts: Later<Whole>): Whole {
  for (const [name, make] of Object.entries(parts) as [string, () => unknown][]) {
    let made: { part: unknown } | undefined
    const get = () => {
      made ??= { part: make() }
      return made.part
    }
    Object.defineProperty(whole, name, { get, enumerable: true, configurable: true })
  }
  return whole
}

/** A copy with other parts; nobody is asked for the rest. */
export function withLater<Whole extends object>(whole: Whole, parts: Later<Whole>): Whole {
  return madeLater(Object.defineProperties({}, Object.getOwnPropertyDescriptors(whole)) as Whole, parts)
}
