package io.azureccm.e2e.playground.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * Signed libraries. At each start the JVM verifies the digest of each class in a signed jar, and it never loads them
 * from a cache. Therefore the signature is verified once, and the jar is rewritten without it.
 */
public final class SignedJars {
    private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

    private SignedJars() {}

    /**
     * Rewrites the signed jars of a folder, with the order and timestamps of their entries unchanged.
     *
     * @return the sorted names of the jars that were signed @throws IOException also if an entry does not match
     *     its signature
     */
    public static List<String> unsign(Path folder) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        List<String> signed = new ArrayList<>();
        for (Path jar : jars) {
            if (isSigned(jar)) {
                check(jar);
                writeAnew(jar);
                signed.add(jar.getFileName().toString());
            }
        }
        return signed;
    }

    private static boolean isSigned(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            return file.stream().anyMatch(entry -> SIGNATURE.matcher(entry.getName()).matches());
        }
    }

    private static void check(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), true)) {
            for (ZipEntry entry : file.stream().toList()) {
                try (InputStream content = file.getInputStream(entry)) {
                    content.readAllBytes();
                }
                if (entry.getName().endsWith(".class") && file.getJarEntry(entry.getName()).getCodeSigners() == null)
                    throw new ZipException(jar + ": " + entry.getName() + " is not signed, but others are");
            }
        } catch (SecurityException altered) {
            throw new IOException(jar + " does not match its signature: " + altered.getMessage(), altered);
        }
    }

    private static void writeAnew(Path jar) throws IOException {
        FileTime time = Files.getLastModifiedTime(jar);
        Path unsigned = Files.createTempFile(jar.getParent(), "unsigned", ".tmp");
        try (JarFile from = new JarFile(jar.toFile(), false);
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(unsigned))) {
            for (ZipEntry entry : from.stream().toList()) {
                if (SIGNATURE.matcher(entry.getName()).matches())
                    continue;
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                to.putNextEntry(copy);
                try (InputStream content = from.getInputStream(entry)) {
                    to.write(entry.getName().equals(JarFile.MANIFEST_NAME)
                            ? withoutDigests(content)
                            : content.readAllBytes());
                }
                to.closeEntry();
            }
        }
        Files.setPosixFilePermissions(unsigned, Files.getPosixFilePermissions(jar));
        Files.move(unsigned, jar, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(jar, time);
    }

    private static byte[] withoutDigests(InputStream content) throws IOException {
        Manifest manifest = new Manifest(content);
        manifest.getEntries().values().forEach(SignedJars::removeDigests);
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    private static void removeDigests(Attributes attributes) {
        attributes.keySet().removeIf(name -> name.toString().endsWith("-Digest"));
    }
}
