package io.azureccm.common.record;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** The complete lines of compressed text, up to its end or to where it is cut or damaged. */
final class LineReader implements AutoCloseable {
    private final InputStream from;
    private BufferedReader lines;
    private String problem = "";

    LineReader(InputStream from) {
        this.from = from;
        try {
            this.lines = new BufferedReader(
                    new InputStreamReader(readOnDemand(new GZIPInputStream(from, 8192)), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            problem = "it is not compressed, or empty";
        }
    }

    /** Readers ask for more only when they need it: what is before a cut must not be lost with it. */
    private static InputStream readOnDemand(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int available() {
                return 0;
            }
        };
    }

    /** Null at the end. */
    String next() {
        if (!problem.isEmpty())
            return null;
        try {
            return lines.readLine();
        } catch (IOException cut) {
            problem = cut.toString();
            return null;
        }
    }

    /** Why the text could not be read to its end; "" if it could. */
    String problem() {
        return problem;
    }

    @Override
    public void close() throws IOException {
        from.close();
    }
}
