package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

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

    @Test
    void startThatIsCutOffIsNoFailure() throws InterruptedException {
        ProcessEnd end = new ProcessEnd(Duration.ofMillis(100));
        SpringApplication spring = new SpringApplication(SlowStart.class);
        spring.setWebApplicationType(WebApplicationType.NONE);
        end.watch(spring);
        Thread start = Thread.ofVirtual().start(spring::run);
        SlowStart.BEGUN.await();

        assertThat(end.run()).isZero();
        SlowStart.RELEASED.countDown();
        start.join();
    }

    /** An application whose start hangs. */
    static class SlowStart {
        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final CountDownLatch RELEASED = new CountDownLatch(1);

        SlowStart() throws InterruptedException {
            BEGUN.countDown();
            RELEASED.await(1, TimeUnit.HOURS);
        }
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
