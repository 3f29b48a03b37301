package io.azureccm.credential.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A step of the build in the form of a test: it makes the image, and starts it from another place, by a link, as a node does. */
class RuntimeImageBuild {

    @Test
    void theImageIsMadeAndItsLauncherWorksThroughALink() throws IOException, InterruptedException {
        RuntimeImage.ofThisModule().make();

        Path bin = Files.createTempDirectory("credential-bin");
        Path link = Files.createSymbolicLink(bin.resolve("acr-credential-provider"),
                RuntimeImage.DIRECTORY.resolve("acr-credential-provider"));
        Path out = bin.resolve("out");
        Process process = new ProcessBuilder(List.of(link.toString(), "--version")).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out).content().matches("acr-credential-provider \\d+\\.\\d+.*\n");
        Files.delete(out);
        Files.delete(link);
        Files.delete(bin);
    }
}
