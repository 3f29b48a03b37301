# Sourced by ./playground and ./run: finds a Java 25 on this machine, whatever java is on the PATH.

# is_java_25 HOME PROGRAM: succeeds if HOME is a Java 25 that has the program.
is_java_25() { [ -x "$1/bin/$2" ] && "$1/bin/java" -version 2>&1 | grep -v '^Picked up' | head -n 1 | grep -q '"25'; }

# home_on_path PROGRAM: prints the home of the Java whose program is on the PATH.
home_on_path() {
  local program
  program=$(command -v "$1") && dirname "$(dirname "$(readlink -f "$program")")"
}

# find_java PROGRAM: prints the home of a Java 25 that has the program, javac or java; fails if there is none.
find_java() {
  local candidate
  for candidate in "${JAVA_HOME:-}" "$(home_on_path javac || true)" "$(home_on_path java || true)" \
    /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/java/* /opt/jdk*; do
    if [ -n "$candidate" ] && is_java_25 "$candidate" "$1"; then echo "$candidate"; return 0; fi
  done
  return 1
}
