package io.azureccm.credential.image;

import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.StandIn;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Creates the directory that is installed on nodes: a Java runtime with the program, an AOT cache from a run against
 * the stand-in, and the launcher. An up-to-date directory is kept.
 */
final class RuntimeImage {
    private static final String MAIN = "io.azureccm.credential/io.azureccm.credential.AcrCredentialProvider";
    /**
     * The same for the training, the check and the launcher, because a cache requires the options it was created with.
     */
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms8m",
            "-Xmx64m", "-Xmn2m",
            "-Xss512k", "-XX:-UsePerfData", "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");
    private static final List<String> NOT_NEEDED = List.of("bin/keytool", "lib/jexec", "lib/jrt-fs.jar",
            "lib/classlist",
            "lib/libjsig.so", "lib/server/libjsig.so", "lib/security/cacerts");

    private final List<Path> modules;
    private final Path launchers;
    private final Path image;

    private RuntimeImage(List<Path> modules, Path launchers, Path image) {
        this.modules = modules;
        this.launchers = launchers;
        this.image = image;
    }

    static final Path DIRECTORY = Path.of("target/runtime/acr-credential-provider").toAbsolutePath();

    /** From the classes in this module's target directory. */
    static RuntimeImage ofThisModule() {
        return in(DIRECTORY);
    }

    /** The same in another directory. */
    static RuntimeImage in(Path directory) {
        return new RuntimeImage(modulePath(), Path.of("src/main/launcher"), directory);
    }

    /** The locations of the program and its only library. */
    static List<Path> modulePath() {
        return List.of(Path.of("target/classes").toAbsolutePath(), Path.of(URI.create(
                LoadSettings.class.getProtectionDomain().getCodeSource().getLocation().toString())));
    }

    void make() throws IOException, InterruptedException {
        Path stamp = image.resolveSibling(image.getFileName() + ".stamp");
        String wanted = fingerprint();
        if (Files.exists(image) && Files.exists(stamp) && Files.readString(stamp).equals(wanted))
            return;
        Files.deleteIfExists(stamp);
        delete(image);
        link(Map.of());
        for (String file : NOT_NEEDED)
            Files.deleteIfExists(image.resolve(file));
        strip();
        train();
        writeScripts(wanted);
        Files.writeString(stamp, wanted);
    }

    /**
     * A process of its own with one hash for all objects: jlink applies its plug-ins in the order of a hash map without hashes of theirs, so
     * that images would differ from one run to the next.
     */
    void link(Map<String, String> environment) throws IOException, InterruptedException {
        String path = String.join(File.pathSeparator, modules.stream().map(Path::toString).toList());
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                "-J-XX:+UnlockExperimentalVMOptions", "-J-XX:hashCode=2", "--module-path", path, "--add-modules",
                "io.azureccm.credential", "--output", image.toString(), "--strip-debug", "--no-header-files",
                "--no-man-pages", "--compress", "zip-9").inheritIO();
        builder.environment().putAll(environment);
        Process jlink = builder.start();
        if (jlink.waitFor() != 0)
            throw new IllegalStateException("jlink ended with " + jlink.exitValue());
    }

    /** Strips the symbols from the libraries of the JVM, a tenth of the size, if the tool for it is installed. */
    private void strip() throws IOException, InterruptedException {
        try (Stream<Path> files = Files.walk(image.resolve("lib"))) {
            for (Path library : files.filter(file -> file.toString().endsWith(".so")).toList()) {
                Process strip = new ProcessBuilder("strip", "--strip-unneeded", library.toString()).inheritIO().start();
                if (strip.waitFor() != 0)
                    throw new IllegalStateException("strip ended with " + strip.exitValue());
            }
        } catch (IOException absent) {
            System.out.println("credential-provider: there is no strip on the PATH, the image is 5 MiB larger");
        }
    }

    /**
     * Logs in once like a node with a managed identity, including all of TLS, while the JVM records the classes it
     * needs.
     */
    private void train() throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("credential-training");
        Authority authority = new Authority("RSA");
        try (StandIn azure = new StandIn(authority)) {
            Path ca = authority.write(scratch.resolve("ca.pem"));
            Path config = Files.writeString(scratch.resolve("azure.json"),
                    "{\"cloud\":\"AzurePublicCloud\",\"tenantId\":\"tenant\",\"useManagedIdentityExtension\":true}");
            Path cache = image.resolve("lib/acr-credential-provider.aot");
            play(azure, ca, config, List.of("-XX:AOTCacheOutput=" + cache), scratch);
            if (!Files.exists(cache))
                throw new IllegalStateException("the JVM wrote no cache");
            play(azure, ca, config, List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on"), scratch);
        } finally {
            delete(scratch);
        }
    }

    private void play(StandIn azure, Path ca, Path config, List<String> options, Path scratch)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(image.resolve("bin/java").toString()));
        command.addAll(OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-m", MAIN, config.toString()));
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.contains("JAVA") || name.toLowerCase(java.util.Locale.ROOT).contains("proxy"));
        builder.environment()
                .putAll(Map.of("HTTPS_PROXY", azure.url(), "HTTP_PROXY", azure.url(), "SSL_CERT_FILE", ca.toString()));
        Process process = builder.start();
        process.getOutputStream()
                .write(("{\"apiVersion\":\"credentialprovider.kubelet.k8s.io/v1\",\"kind\":\"CredentialProviderRequest\","
                        + "\"image\":\"training.azurecr.io/app:1\"}").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        boolean ended = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0 || !Files.readString(out).contains("acr:training.azurecr.io:aad:system"))
            throw new IllegalStateException("the run with " + options + " went wrong:\n" + Files.readString(err));
    }

    private void writeScripts(String fingerprint) throws IOException {
        String options = String.join(" ", OPTIONS) + " \"-XX:AOTCache=${here%/*}/lib/acr-credential-provider.aot\" -m "
                + MAIN;
        for (String script : List.of("acr-credential-provider", "install")) {
            Path file = Files.writeString(image.resolve(script),
                    Files.readString(launchers.resolve(script)).replace("@OPTIONS@", options));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(image.resolve("revision"), fingerprint.substring(0, 12) + "\n");
        Files.setPosixFilePermissions(image.resolve("lib/acr-credential-provider.aot"),
                PosixFilePermissions.fromString("r--r--r--"));
    }

    /** A fingerprint of all inputs of the image. */
    private String fingerprint() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((Runtime.version() + System.getProperty("os.arch") + OPTIONS + NOT_NEEDED)
                    .getBytes(StandardCharsets.UTF_8));
            for (Path module : Stream.concat(modules.stream(), Stream.of(launchers)).toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                        digest.update(Files.readAllBytes(file));
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory))
            return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList())
                Files.delete(file);
        }
    }
}
