package io.azureccm.e2e.playground.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignedJarsTest {
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    Path folder;
    private Path plain;
    private Path signed;

    @BeforeEach
    void aPlainAndASignedJar() throws Exception {
        plain = jar("plain.jar", Map.of("a/Plain.class", "plain"));
        Path before = jar("before.tmp", Map.of("META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\nMulti-Release: true\n\nName: a/\nSealed: true\n\n", "a/A.class", "a",
                "a/B.class",
                "b", "a/text", "some text"));
        signed = folder.resolve("signed.jar");
        try (ZipFile from = new ZipFile(before.toFile()); OutputStream to = Files.newOutputStream(signed)) {
            new JarSigner.Builder(key()).signerName("MAKER").build().sign(from, to);
        }
        Files.setLastModifiedTime(signed, TIME);
    }

    @Test
    void aSignedJarKeepsItsContentAndItsTimeAndLosesItsSignature() throws IOException {
        Map<String, String> before = content(signed);
        assertThat(before).containsKey("META-INF/MAKER.SF");

        assertThat(SignedJars.unsign(folder)).containsExactly("signed.jar");

        Map<String, String> after = content(signed);
        assertThat(after.keySet()).isEqualTo(new TreeMap<>(Map.of("META-INF/MANIFEST.MF", "", "a/A.class", "",
                "a/B.class", "", "a/text", "")).keySet());
        assertThat(after).containsEntry("a/A.class", "a").containsEntry("a/text", "some text");
        assertThat(after.get("META-INF/MANIFEST.MF")).contains("Multi-Release: true", "Sealed: true")
                .doesNotContain("Digest", "a/A.class");
        assertThat(Files.getLastModifiedTime(signed)).isEqualTo(TIME);
        try (JarFile jar = new JarFile(signed.toFile())) {
            assertThat(jar.isMultiRelease()).isTrue();
        }
    }

    @Test
    void theSameJarBecomesTheSameBytes() throws IOException {
        Path copy = Files.copy(signed, Files.createDirectory(folder.resolve("again")).resolve("signed.jar"));

        SignedJars.unsign(folder);
        SignedJars.unsign(copy.getParent());

        assertThat(copy).hasSameBinaryContentAs(signed);
    }

    @Test
    void aJarWithoutSignatureStaysAsItIs() throws IOException {
        byte[] before = Files.readAllBytes(plain);

        SignedJars.unsign(folder);

        assertThat(plain).hasBinaryContent(before);
    }

    @Test
    void whatIsNotWhatWasSignedIsRefused() throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(signed)) {
            Files.writeString(jar.getPath("a/B.class"), "altered");
        }

        assertThatThrownBy(() -> SignedJars.unsign(folder)).isInstanceOf(IOException.class)
                .hasMessageContaining("signed.jar does not match its signature")
                .hasMessageContaining("a/B.class");
    }

    @Test
    void aClassThatWasAddedToASignedJarIsRefused() throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(signed)) {
            Files.writeString(jar.getPath("a/C.class"), "added");
        }

        assertThatThrownBy(() -> SignedJars.unsign(folder)).isInstanceOf(IOException.class)
                .hasMessageContaining("a/C.class is not signed");
    }

    private Path jar(String name, Map<String, String> entries) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes());
                out.closeEntry();
            }
        }
        return file;
    }

    private static Map<String, String> content(Path jar) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                try (InputStream in = file.getInputStream(entry)) {
                    content.put(entry.getName(), new String(in.readAllBytes()));
                }
            }
        }
        return content;
    }

    private KeyStore.PrivateKeyEntry key() throws Exception {
        Path store = folder.resolve("maker.p12");
        Process keytool = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore",
                store.toString(), "-storepass", new String(PASSWORD), "-alias", "maker", "-dname", "CN=maker",
                "-keyalg",
                "EC")).redirectErrorStream(true).redirectOutput(folder.resolve("keytool.log").toFile()).start();
        assertThat(keytool.waitFor()).as(() -> folder.resolve("keytool.log").toString()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        return (KeyStore.PrivateKeyEntry) keys.getEntry("maker", new KeyStore.PasswordProtection(PASSWORD));
    }
}
