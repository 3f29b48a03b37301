package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code images/build} asks of an engine: one that writes down its arguments, and builds for the platforms it is said to. */
class BuildScriptTest {
    private static final String BOTH = "--platform=linux/amd64,linux/arm64";

    @TempDir
    Path folder;

    private record Ended(int code, String output, List<String> asked) {}

    @Test
    void withoutPlatformsItBuildsForItsOwnMachineAndSaysSo() throws Exception {
        Ended ended = build("linux/amd64", "node-controller");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.asked()).singleElement()
                .asString()
                .startsWith("docker build --file node-controller/Dockerfile ")
                .contains(" --tag azureccm/node-controller:0.1.0 ")
                .doesNotContain("--platform");
        assertThat(ended.output()).contains("only for this machine's platform");
    }

    @Test
    void pushedPlatformsAreOneImageWithOneTag() throws Exception {
        Ended ended = build("linux/amd64*, linux/amd64/v2, linux/arm64", BOTH, "--push=registry.example/ccm", "--tag=1",
                "node-controller", "route-controller");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(builds(ended)).hasSize(2)
                .allSatisfy(build -> assertThat(build)
                        .contains("--platform linux/amd64,linux/arm64 --provenance=false", "--push"))
                .anySatisfy(build -> assertThat(build).contains("--tag registry.example/ccm/node-controller:1 "))
                .anySatisfy(build -> assertThat(build).contains("--tag registry.example/ccm/route-controller:1 "));
    }

    @Test
    void platformsThatStayHereHaveTagsOfTheirOwn() throws Exception {
        Ended ended = build("linux/amd64, linux/arm64", BOTH, "--tag=1", "node-controller");

        assertThat(builds(ended)).hasSize(2)
                .anySatisfy(build -> assertThat(build).contains("--platform linux/amd64 ",
                        "--tag azureccm/node-controller:1-amd64 --load"))
                .anySatisfy(build -> assertThat(build).contains("--platform linux/arm64 ",
                        "--tag azureccm/node-controller:1-arm64 --load"));
        assertThat(ended.output()).contains("each platform has its own tag");
    }

    @Test
    void onePlatformNeedsNoTagOfItsOwn() throws Exception {
        assertThat(builds(build("linux/arm64", "--platform=linux/arm64", "--tag=1", "node-controller"))).singleElement()
                .asString()
                .contains("--platform linux/arm64 ", "--tag azureccm/node-controller:1 --load");
    }

    @Test
    void aBuilderThatLacksAPlatformIsToldBeforeAnythingIsBuilt() throws Exception {
        Ended ended = build("linux/amd64*, linux/386", BOTH);

        assertThat(ended.code()).isEqualTo(3);
        assertThat(builds(ended)).isEmpty();
        assertThat(ended.output()).contains("this builder cannot build for linux/arm64, only for linux/386 linux/amd64",
                "binfmt --install arm64", "leave that platform out of --platform");
    }

    @Test
    void podmanMakesOneManifestOfThem() throws Exception {
        Ended ended = build("", "--engine=podman", BOTH, "--push=registry.example/ccm", "--tag=1", "node-controller");

        assertThat(ended.asked()).hasSize(2);
        assertThat(ended.asked().getFirst()).startsWith("podman build ")
                .contains("--platform linux/amd64,linux/arm64 --manifest registry.example/ccm/node-controller:1 ");
        assertThat(ended.asked().getLast())
                .startsWith("podman manifest push --all registry.example/ccm/node-controller:1 docker://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--platform=linux/s390x", "--platform=arm64", "--platfrom=linux/arm64"})
    void whatItDoesNotKnowIsNamed(String argument) throws Exception {
        Ended ended = build("linux/amd64", argument);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("unknown").contains(argument.replace("--platform=", ""));
        assertThat(ended.asked()).isEmpty();
    }

    private static List<String> builds(Ended ended) {
        return ended.asked().stream().filter(asked -> asked.startsWith("docker buildx build ")).toList();
    }

    private Ended build(String platforms, String... arguments) throws IOException, InterruptedException {
        Path asked = folder.resolve("asked");
        for (String engine : List.of("docker", "podman")) {
            Path fake = Files.writeString(folder.resolve(engine), """
                    #!/bin/sh
                    echo "%s $*" >>"%s"
                    [ "$2" != inspect ] || printf 'Name: default\\nNodes:\\nName: default\\nPlatforms: %s\\n'
                    """.formatted(engine, asked, platforms));
            fake.toFile().setExecutable(true);
        }
        List<String> command = new ArrayList<>(
                List.of(Dockerfile.root().resolve("images/build").toString(), "--no-package"));
        command.addAll(Arrays.asList(arguments));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().merge("PATH", folder.toString(), (path, fakes) -> fakes + File.pathSeparator + path);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(output),
                Files.exists(asked) ? Files.readAllLines(asked) : List.of());
    }
}
