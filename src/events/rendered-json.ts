/** Data of an event that is JSON already, so that parts which many events have in common are rendered once. */
export class RenderedJson {
  readonly json: string;

  private constructor(json: string) {
    this.json = json;
  }

  /** The object with an array added at its end, whose elements are JSON. */
  static object(fields: object, arrayName: string, elements: readonly string[]): RenderedJson {
    const start = JSON.stringify(fields).slice(0, -1);
    return new RenderedJson(`${start}${start === '{' ? '' : ','}${JSON.stringify(arrayName)}:[${elements.join(',')}]}`);
  }
}
