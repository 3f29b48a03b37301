package io.azureccm.common.kube.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.ScriptedApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What five thousand nodes take in the heap: fabric8's informer, the same with a trimming store, and our informer, each in a JVM of
 * its own with the collector of the images. The figures are in a decision record; {@code -Dfeed.heap=true} measures them again.
 */
@EnabledIfSystemProperty(named = "informer.heap", matches = "true")
class InformerHeapTest {
    private static final int NODES = 5_000;
    private static final List<Integer> HEAPS = List.of(16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192,
            224,
            256, 320, 384, 448, 512);
    private static final int PLENTY = 2_048;

    @TempDir
    Path folder;

    private record Measured(long kept, int smallestHeap) {}

    @Test
    void theFeedTakesLessThanAnInformer() throws Exception {
        Map<InformerHeap.Way, Measured> measured = new EnumMap<>(InformerHeap.Way.class);
        try (ScriptedApi api = InformerHeap.api(NODES)) {
            for (InformerHeap.Way way : InformerHeap.Way.values()) {
                measured.put(way, measure(way, api.url()));
                System.out.printf("%,d nodes of %,d bytes, %-16s keeps %5.1f MiB, lists with -Xmx%dm%n", NODES,
                        InformerHeap.node(0).length(), way, measured.get(way).kept() / 1024.0 / 1024,
                        measured.get(way).smallestHeap());
            }
        }
        assertThat(measured.get(InformerHeap.Way.FEED).kept())
                .isLessThan(measured.get(InformerHeap.Way.INFORMER).kept());
        assertThat(measured.get(InformerHeap.Way.FEED).smallestHeap())
                .isLessThan(measured.get(InformerHeap.Way.TRIMMED_INFORMER).smallestHeap());
    }

    /** The smallest heap of the list with which all nodes are listed, by halving. */
    private Measured measure(InformerHeap.Way way, String url) throws IOException, InterruptedException {
        long kept = run(way, url, PLENTY).orElseThrow();
        int low = 0;
        int high = HEAPS.size() - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (run(way, url, HEAPS.get(middle)).isPresent()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return new Measured(kept, HEAPS.get(low));
    }

    /** What is kept, or nothing if the heap is too small. */
    private OptionalLong run(InformerHeap.Way way, String url, int heap) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap + "m", "-Xmn8m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"),
                InformerHeap.class.getName(),
                way.name(), url).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return OptionalLong.empty();
        }
        return Files.readString(output)
                .lines()
                .filter(line -> process.exitValue() == 0 && line.startsWith("kept "))
                .mapToLong(line -> Long.parseLong(line.substring(5)))
                .findFirst();
    }
}
