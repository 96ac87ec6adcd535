/** An operator's shell names a profile: by it the SDK would look for other credentials than those of the tests' engines. */
export default function setup() {
  for (const name of ["AWS_PROFILE", "AWS_DEFAULT_PROFILE"]) delete process.env[name];
}
