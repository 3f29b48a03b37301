package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import io.azureccm.e2e.suite.harness.QuietLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sequence is the same in another process, call for call and plan for plan. The order of a hash table differs from one process to the
 * next; what depends on it is not seen within one, and a record of an app would be replayed differently.
 */
@Order(2)
@ExtendWith(QuietLogs.class)
class OtherProcessTest {
    private static final int OF_EACH_WORLD = 1;
    /** Those before it are played by {@link VirtualFaultsTest}. */
    private static final long FIRST = 4;

    @TempDir
    Path folder;

    @Test
    void sequencesAreTheSameInAnotherProcess() throws Exception {
        int count = Integer.getInteger("faults.sequences", OF_EACH_WORLD);
        long first = Long.getLong("faults.first", FIRST);
        Path there = Files.createDirectory(folder.resolve("there"));
        Path here = Files.createDirectory(folder.resolve("here"));
        Path output = folder.resolve("output");
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), OtherProcessTest.class.getName(), there.toString(),
                Long.toString(first), Integer.toString(count)).redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            play(here, first, count);
            assertThat(other.waitFor()).as(Files.readString(output)).isZero();
        } finally {
            other.destroyForcibly();
        }

        for (World world : World.values()) {
            for (long seed = first; seed < first + count; seed++) {
                String name = name(world, seed);
                assertThat(there.resolve(name)).as(name).hasSameTextualContentAs(here.resolve(name));
            }
        }
    }

    /** The other process: a folder, the first seed, and how many sequences of each world. */
    public static void main(String[] arguments) throws IOException {
        new QuietLogs().beforeEach(null);
        play(Path.of(arguments[0]), Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
    }

    private static void play(Path folder, long first, int count) throws IOException {
        for (World world : World.values()) {
            for (long seed = first; seed < first + count; seed++)
                Files.writeString(folder.resolve(name(world, seed)),
                        new VirtualSequence(world, seed, new Tally(), Lasting.MIXED).play());
        }
    }

    private static String name(World world, long seed) {
        return world.title() + "-" + seed;
    }
}
