package io.azureccm.e2e.suite.conformance;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names of recorded cases and of own ones, which were worked out from what is documented of the reference. */
final class CaseNames {
    private CaseNames() {}

    /** The names of the recorded cases of this kind, and after them those of the own ones as {@code own/NAME}. */
    static List<String> after(List<String> recorded, String kind) {
        try {
            Path folder = Path.of(CaseNames.class.getResource("/conformance/" + kind + "/own").toURI());
            try (Stream<Path> files = Files.list(folder)) {
                Stream<String> own = files.map(file -> "own/" + file.getFileName().toString().replace(".json", ""));
                return Stream.concat(recorded.stream(), own.sorted()).toList();
            }
        } catch (URISyntaxException | IOException e) {
            throw new IllegalStateException("listing own cases of " + kind, e);
        }
    }
}
