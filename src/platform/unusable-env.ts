/** Error for an invalid process setting; its message is one line for the operator. */
export class UnusableEnv extends Error {
  override readonly name = "UnusableEnv";
}
