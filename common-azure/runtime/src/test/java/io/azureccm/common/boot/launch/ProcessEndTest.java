package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessEndTest {
    @Test
    void processThatLostAThreadToAnErrorEndsAndSaysWhy() throws IOException, InterruptedException {
        Process process = start("error");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(ProcessEnd.BROKEN);
        assertThat(said).contains("thread informer-services ended with java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void processThatLostAThreadToAnExceptionGoesOn() throws IOException, InterruptedException {
        Process process = start("exception");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(said).contains("Thread informer-services ended").contains("went on");
    }

    private static Process start(String kind) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Program.class.getName(), kind).redirectErrorStream(true).start();
    }

    /** A process whose thread ends with what the argument says. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            ProcessEnd.onSignal();
            Thread informer = Thread.ofVirtual().name("informer-services").start(() -> {
                if (args[0].equals("error"))
                    throw new OutOfMemoryError("Java heap space");
                throw new IllegalStateException("no more");
            });
            informer.join();
            System.out.println("went on");
        }
    }
}
