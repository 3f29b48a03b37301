package io.azureccm.common.boot.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The log of a command leaves the standard output to the result; in a process of its own, since it is the log of the process. */
class CommandLogTest {
    /** What the process does. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            CommandLog.toStderr(System.err, List.of(args));
            org.slf4j.LoggerFactory.getLogger("io.azureccm.test").warn("careful");
            org.slf4j.LoggerFactory.getLogger("io.azureccm.test").warn("turned \u202e around");
            org.slf4j.LoggerFactory.getLogger("io.azureccm.test").info("by the way");
            System.out.print("result");
        }
    }

    @Test
    void logGoesToTheStreamForErrorsSoThatTheResultStandsAlone() throws Exception {
        Outcome outcome = run();
        assertThat(outcome.out()).isEqualTo("result");
        assertThat(outcome.err()).contains("careful", "turned ? around").doesNotContain("by the way");
    }

    @Test
    void moreIsLoggedWhenThatIsAskedFor() throws Exception {
        assertThat(run("--v=2").err()).contains("by the way");
    }

    private record Outcome(String out, String err) {}

    private static Outcome run(String... args) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Program.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).start();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread reading = Thread.ofVirtual().start(() -> {
            try {
                process.getErrorStream().transferTo(err);
            } catch (IOException closed) {
                throw new java.io.UncheckedIOException(closed);
            }
        });
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        reading.join();
        process.waitFor();
        return new Outcome(out, err.toString(java.nio.charset.StandardCharsets.UTF_8));
    }
}
