package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code release} makes of what Maven has built: here small files in the places of the jars and of the runtime image. */
class ReleaseTest {
    private static final String BASE = "https://example.com/files";
    private static final String PROVIDER = "credential-provider/target/runtime/acr-credential-provider";

    @TempDir
    Path folder;

    private record Ended(int code, String output) {}

    @Test
    void aReleaseIsTheSameWhereverAndWheneverItIsMade() throws Exception {
        Path one = repository("one", "2020-01-01T00:00:00Z", "rw-r--r--");
        Path other = repository("other", "2026-02-02T00:00:00Z", "rw-------");
        assertThat(release(one).code()).isZero();
        assertThat(release(other).code()).isZero();

        assertThat(sums(one)).isEqualTo(sums(other)).hasSizeGreaterThan(15);
        for (String line : sums(one)) {
            String[] parts = line.split(" +");
            assertThat(digest(made(one).resolve(parts[1]))).as(parts[1]).isEqualTo(parts[0]);
        }
        try (Stream<Path> files = Files.list(made(one))) {
            assertThat(files.filter(file -> !file.endsWith("SHA256SUMS")))
                    .as("files have checksums")
                    .hasSize(sums(one).size());
        }
    }

    @Test
    void manifestsNameWhereFilesAreAndTheirDigests() throws Exception {
        Path repository = repository("one", "2020-01-01T00:00:00Z", "rw-r--r--");
        Ended ended = release(repository);
        assertThat(ended.code()).as(ended.output()).isZero();
        Path made = made(repository);
        String version = made.getFileName().toString();

        assertThat(Files.readString(made.resolve("azureccm.yaml")))
                .contains("uri: " + BASE + "/kubectl-azureccm-" + version + ".tar.gz",
                        "sha256: " + digest(made.resolve("kubectl-azureccm-" + version + ".tar.gz")));
        for (String app : Dockerfile.APPS) {
            String chart = app + "-" + version + ".tgz";
            assertThat(Files.readString(made.resolve("index.yaml"))).contains("- " + BASE + "/" + chart,
                    "digest: " + digest(made.resolve(chart)));
            assertThat(made.resolve(app + "-" + version + ".cdx.json")).hasContent("{\"bill\": \"" + app + "\"}");
            assertThat(contents(made.resolve(app + "-" + version + "-image-context.tar.gz"))).containsExactly(
                    app + "/Dockerfile", app + "/target/" + app + ".jar", "e2e/playground/target/playground-exec.jar");
        }
    }

    /** The JVM prints errors where the kubelet expects a login, if the cache that it is told to use does not exist. */
    @Test
    void theCredentialProviderHasNeitherACacheNorALauncherThatNamesOne() throws Exception {
        Path repository = repository("one", "2020-01-01T00:00:00Z", "rw-r--r--");
        release(repository);
        Path archive;
        try (Stream<Path> files = Files.list(made(repository))) {
            archive = files.filter(file -> file.getFileName().toString().startsWith("acr-credential-provider-"))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(contents(archive)).contains("acr-credential-provider/bin/java")
                .noneMatch(name -> name.endsWith(".aot"));
        assertThat(run(folder, List.of("tar", "-xzOf", archive.toString(),
                "acr-credential-provider/acr-credential-provider")).output())
                .contains("-Xmx64m -m io.azureccm")
                .doesNotContain("AOTCache");
    }

    @Test
    void filesThatNameAnotherVersionAndSnapshotsAreRefused() throws Exception {
        Path repository = repository("one", "2020-01-01T00:00:00Z", "rw-r--r--");
        Path chart = repository.resolve("charts/route-controller/Chart.yaml");
        String right = Files.readString(chart);
        Files.writeString(chart, right.replaceFirst("appVersion: .*", "appVersion: 9.9.9"));
        Ended ended = release(repository);
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.output()).contains("charts/route-controller/Chart.yaml does not contain \"appVersion: ");
        assertThat(repository.resolve("dist")).doesNotExist();

        Files.writeString(chart, right);
        String version = right.lines()
                .filter(line -> line.startsWith("version: "))
                .findFirst()
                .orElseThrow()
                .substring("version: ".length());
        try (Stream<Path> files = Files.walk(repository)) {
            for (Path each : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".jar"))
                    .toList())
                Files.writeString(each, Files.readString(each).replace(version, version + "-SNAPSHOT"));
        }
        assertThat(release(repository).output()).contains("version " + version + "-SNAPSHOT, which is no release");
    }

    private Path repository(String name, String time, String permissions) throws Exception {
        Path repository = Files.createDirectories(folder.resolve(name));
        for (String copied : List.of("release", "jdk.sh", "pom.xml", "CHANGELOG.md", "LICENSE", "charts", "kubectl"))
            run(folder, List.of("cp", "-R", Dockerfile.root().resolve(copied).toString(), repository.toString()));
        for (String app : Dockerfile.APPS) {
            Path target = Files.createDirectories(repository.resolve(app).resolve("target"));
            Files.copy(Dockerfile.root().resolve(app).resolve("Dockerfile"),
                    repository.resolve(app).resolve("Dockerfile"));
            jar(target.resolve(app + ".jar"), "{\"bill\": \"" + app + "\"}");
        }
        file(repository.resolve("e2e/playground/target/playground-exec.jar"), "simulators");
        file(repository.resolve(PROVIDER).resolve("bin/java"), "java");
        file(repository.resolve(PROVIDER).resolve("lib/acr-credential-provider.aot"), name);
        file(repository.resolve(PROVIDER).resolve("acr-credential-provider"),
                "exec java -Xmx64m \"-XX:AOTCache=${here%/*}/lib/acr-credential-provider.aot\" -m io.azureccm \"$@\"\n");
        try (Stream<Path> files = Files.walk(repository)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(each, FileTime.from(Instant.parse(time)));
                if (!Files.isExecutable(each))
                    Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(permissions));
            }
        }
        return repository;
    }

    private static void file(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static void jar(Path file, String bill) throws IOException {
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            ZipEntry entry = new ZipEntry("META-INF/sbom/application.cdx.json");
            entry.setLastModifiedTime(FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
            zip.putNextEntry(entry);
            zip.write(bill.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Path made(Path repository) throws IOException {
        try (Stream<Path> versions = Files.list(repository.resolve("dist"))) {
            return versions.findFirst().orElseThrow();
        }
    }

    private static List<String> sums(Path repository) throws IOException {
        return Files.readAllLines(made(repository).resolve("SHA256SUMS"));
    }

    private static String digest(Path file) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static List<String> contents(Path archive) throws Exception {
        return run(archive.getParent(), List.of("tar", "-tzf", archive.toString())).output()
                .lines()
                .filter(name -> !name.endsWith("/"))
                .toList();
    }

    private static Ended release(Path repository) throws Exception {
        return run(repository, List.of("./release", "--no-build", "--base-url=" + BASE));
    }

    private static Ended run(Path folder, List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), output);
    }
}
