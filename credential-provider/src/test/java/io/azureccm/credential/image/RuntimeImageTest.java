package io.azureccm.credential.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release is the same byte for byte, so the classes in the image are. */
class RuntimeImageTest {
    @TempDir
    Path folder;

    @Test
    void theClassesAreTheSameWhateverTheHashesOfObjects() throws IOException, InterruptedException {
        assertThat(modules(2)).hasSameBinaryContentAs(modules(3));
    }

    private Path modules(int hashes) throws IOException, InterruptedException {
        Path image = folder.resolve("image" + hashes);
        RuntimeImage.in(image)
                .link(Map.of("JAVA_TOOL_OPTIONS", "-XX:+UnlockExperimentalVMOptions -XX:hashCode=" + hashes));
        return image.resolve("lib/modules");
    }
}
