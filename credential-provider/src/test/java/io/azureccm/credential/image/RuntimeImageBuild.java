package io.azureccm.credential.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build step in the form of a test: it creates the image, and installs it in another directory like on a node. */
class RuntimeImageBuild {
    private static final String VERSION = "acr-credential-provider \\d+\\.\\d+.*\n";

    @TempDir
    Path folder;

    @Test
    void theImageIsMadeAndCanBeInstalled() throws IOException, InterruptedException {
        RuntimeImage.ofThisModule().make();
        Path bin = folder.resolve("bin");
        Path provider = bin.resolve("acr-credential-provider");
        String install = RuntimeImage.DIRECTORY.resolve("install").toString();

        assertThat(run(install, bin.toString())).matches(VERSION);
        assertThat(run(provider.toString(), "--version")).matches(VERSION);
        String now = versions(bin).getFirst();

        // An upgrade keeps the previous version, and no older one.
        Files.move(bin.resolve(now), bin.resolve(".acr-credential-provider-before"));
        Files.createDirectory(bin.resolve(".acr-credential-provider-older"));
        Files.delete(provider);
        Files.createSymbolicLink(provider, Path.of(".acr-credential-provider-before/acr-credential-provider"));
        run(install, bin.toString());
        assertThat(versions(bin)).containsExactlyInAnyOrder(now, ".acr-credential-provider-before");
        assertThat(Files.readSymbolicLink(provider)).hasToString(now + "/acr-credential-provider");

        // A second installation changes nothing.
        run(install, bin.toString());
        assertThat(versions(bin)).containsExactlyInAnyOrder(now, ".acr-credential-provider-before");
    }

    @Test
    void theImageNeedsNothingOfItsEnvironment() throws IOException, InterruptedException {
        RuntimeImage.ofThisModule().make();
        Path config = Files.writeString(folder.resolve("azure.yaml"), "aadClientId: app\naadClientSecret: secret\n");
        Path request = Files.writeString(folder.resolve("request.json"),
                "{\"apiVersion\":\"credentialprovider.kubelet.k8s.io/v1\","
                        + "\"kind\":\"CredentialProviderRequest\",\"image\":\"foo.azurecr.io/app\"}");
        Path out = folder.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(
                RuntimeImage.DIRECTORY.resolve("acr-credential-provider").toString(),
                config.toString()).redirectInput(request.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().clear();
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:NoSuchOption");

        Process process = builder.start();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(out)).startsWith("{\"kind\":\"CredentialProviderResponse\"")
                .contains("\"*.azurecr.io\":{\"username\":\"app\",\"password\":\"secret\"}");
    }

    /** A release is the same byte for byte, so the classes in the image are. */
    @Test
    void theClassesAreTheSameWhateverTheHashesOfObjects() throws IOException, InterruptedException {
        RuntimeImage.ofThisModule().make();
        Path other = folder.resolve("image");
        RuntimeImage.in(other).link(Map.of("JAVA_TOOL_OPTIONS", "-XX:+UnlockExperimentalVMOptions -XX:hashCode=3"));
        assertThat(RuntimeImage.DIRECTORY.resolve("lib/modules"))
                .hasSameBinaryContentAs(other.resolve("lib/modules"));
    }

    private static List<String> versions(Path bin) throws IOException {
        try (Stream<Path> files = Files.list(bin)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith(".acr")).toList();
        }
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        return Files.readString(out);
    }
}
