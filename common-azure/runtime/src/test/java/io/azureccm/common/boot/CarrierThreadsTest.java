package io.azureccm.common.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class CarrierThreadsTest {
    @Test
    void virtualThreadsThatWaitInTheInitialisationOfClassesDoNotStopTheOthersOnOneProcessor() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:ActiveProcessorCount=1", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Program.class.getName()).inheritIO().start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("all virtual threads go on").isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A process in which a virtual thread goes on only if it gets a carrier beside one that waits for its lock. */
    static final class Program {
        private static final ReentrantLock LOCK = new ReentrantLock();
        private static final CountDownLatch WAITING = new CountDownLatch(1);

        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            CarrierThreads.provide();
            Thread holder = Thread.ofVirtual().start(Program::holdTheLockUntilAnotherWaits);
            Thread initialising = Thread.ofVirtual().start(Initialised::touch);
            holder.join();
            initialising.join();
        }

        private static void holdTheLockUntilAnotherWaits() {
            LOCK.lock();
            try {
                WAITING.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            } finally {
                LOCK.unlock();
            }
        }
    }

    /** Its initialisation takes the lock, and keeps its carrier meanwhile. */
    private static final class Initialised {
        static {
            Program.WAITING.countDown();
            Program.LOCK.lock();
            Program.LOCK.unlock();
        }

        static void touch() {}
    }
}
