package io.azureccm.common.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.stream.Stream;

/**
 * A folder with the segments of a record, oldest first by name; the oldest are deleted when all of them together exceed {@code bytes}.
 * Segments of earlier processes count, too. Thread-safe.
 */
public final class RecordFolder {
    private static final String SUFFIX = ".json.gz";
    /** So many segments fill the folder if the known state is small: at most one of them is lost when the oldest is deleted. */
    private static final int SEGMENTS = 8;

    private final Path folder;
    private final long bytes;
    private long last;

    public RecordFolder(Path folder, long bytes) {
        this.folder = folder;
        this.bytes = bytes;
    }

    /** The least size at which a segment is followed by the next one. */
    long segment() {
        return bytes / SEGMENTS;
    }

    /** Begins a segment of this loop. */
    synchronized OutputStream begin(String loop) throws IOException {
        Files.createDirectories(folder);
        for (Path each : segments())
            last = Math.max(last, number(each));
        last++;
        return Files.newOutputStream(folder.resolve(String.format("%010d-%s%s", last, loop, SUFFIX)));
    }

    private static long number(Path segment) {
        String name = segment.getFileName().toString();
        return name.matches("\\d{10}-.*") ? Long.parseLong(name.substring(0, 10)) : 0;
    }

    /** Deletes the oldest segments above the size; the newest one stays. */
    synchronized void trim() throws IOException {
        Deque<Path> all = new ArrayDeque<>(segments());
        long sum = size();
        while (sum > bytes && all.size() > 1) {
            Path oldest = all.removeFirst();
            sum -= Files.size(oldest);
            Files.delete(oldest);
        }
    }

    /** The size of all segments; 0 if the folder cannot be read. */
    public long size() {
        try {
            return segments().stream().mapToLong(each -> each.toFile().length()).sum();
        } catch (IOException unreadable) {
            return 0;
        }
    }

    private List<Path> segments() throws IOException {
        if (!Files.isDirectory(folder))
            return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().endsWith(SUFFIX)).sorted().toList();
        }
    }

    /** Writes all segments as one record; one that is being written, or was cut, up to its last complete line. */
    public void copyTo(OutputStream to) throws IOException {
        GZIPOutputStream out = new GZIPOutputStream(to);
        for (Path each : segments()) {
            try (InputStream in = Files.newInputStream(each); LineReader lines = new LineReader(in)) {
                for (String line = lines.next(); line != null; line = lines.next())
                    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchFileException deleted) {
                // It was the oldest one: the record begins with the next.
                continue;
            }
        }
        out.finish();
    }
}
