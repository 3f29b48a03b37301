package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The bill of materials that each packaged jar carries names what the jar holds, no more and no less. */
class BillOfMaterialsTest {
    static final List<String> APPS = Dockerfile.APPS;
    private static final String BILL = "META-INF/sbom/application.cdx.json";
    private static final String LIBRARIES = "BOOT-INF/lib/";
    /** Spring Boot's plugin puts it in when it packages; no dependency of the app. */
    private static final String OF_THE_PLUGIN = "spring-boot-jarmode-tools-";

    @ParameterizedTest
    @FieldSource("APPS")
    void namesTheLibrariesInTheJarAndNoOther(String app) throws IOException {
        try (JarFile jar = new JarFile(packaged(app).toFile())) {
            Set<String> held = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
                    .map(name -> name.substring(LIBRARIES.length()))
                    .filter(name -> !name.startsWith(OF_THE_PLUGIN))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> named = new TreeSet<>();
            bill(jar).path("components").forEach(component -> named.add(file(component)));
            // A starter is a list of dependencies without a class; Spring Boot's plugin leaves it out of the jar.
            named.removeIf(name -> name.startsWith("spring-boot-starter"));

            assertThat(held).hasSizeGreaterThan(50);
            assertThat(named).isEqualTo(held);
        }
    }

    /** Parts of the Azure SDK for message queues and for caches of developer tools, Log4j and a second Jackson: each has vulnerabilities of its own. */
    @ParameterizedTest
    @FieldSource("APPS")
    void theJarHoldsNoLibraryThatNothingCalls(String app) throws IOException {
        try (JarFile jar = new JarFile(packaged(app).toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> name.startsWith(LIBRARIES)))
                    .noneMatch(
                            name -> name.matches(".*/(nimbus-jose-jwt|proton-j|qpid-proton-j-extensions|log4j-.*)-.*"))
                    .noneMatch(name -> name.matches(".*/jackson-(core|databind)-3[.].*"));
        }
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void saysWhatItDescribesWithHashesAndNothingThatDiffersFromBuildToBuild(String app) throws IOException {
        try (JarFile jar = new JarFile(packaged(app).toFile())) {
            JsonNode bill = bill(jar);
            assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
            assertThat(bill.at("/metadata/component/name").asText()).isEqualTo(app);
            assertThat(bill.at("/metadata/component/type").asText()).isEqualTo("application");
            assertThat(bill.has("serialNumber")).as("a serial number is another one in each build").isFalse();
            assertThat(bill.at("/metadata/timestamp").asText("")).isIn("", outputTimestamp());
            List<String> withoutHash = new ArrayList<>();
            bill.path("components").forEach(component -> {
                if (component.path("hashes").isEmpty())
                    withoutHash.add(component.path("name").asText());
            });
            assertThat(withoutHash).isEmpty();
            assertThat(jar.getManifest().getMainAttributes().getValue("Sbom-Location")).isEqualTo(BILL);
        }
    }

    private static String outputTimestamp() throws IOException {
        return Files.readString(Dockerfile.root().resolve("pom.xml"))
                .replaceAll("(?s).*<project.build.outputTimestamp>(.*)</project.build.outputTimestamp>.*", "$1");
    }

    /** The name of the file that a component is, from its package URL: {@code pkg:maven/group/name@version?classifier=c&type=jar}. */
    private static String file(JsonNode component) {
        String purl = component.path("purl").asText();
        String classifier = purl.matches(".*[?&]classifier=.*")
                ? "-" + purl.replaceAll(".*[?&]classifier=([^&]*).*", "$1")
                : "";
        return component.path("name").asText() + "-" + component.path("version").asText() + classifier + ".jar";
    }

    private static JsonNode bill(JarFile jar) throws IOException {
        assertThat(jar.getEntry(BILL)).as(BILL).isNotNull();
        return new ObjectMapper().readTree(jar.getInputStream(jar.getEntry(BILL)));
    }

    private static Path packaged(String app) {
        Path jar = Dockerfile.root().resolve(app + "/target/" + app + ".jar");
        Assumptions.assumeTrue(Files.exists(jar), () -> jar + " has not been packaged");
        // Maven leaves the plugin out when it is told to work offline; then there is nothing to look at.
        Assumptions.assumeFalse("offline=true".equals(System.getProperty("build.mode")), "packaged with mvn --offline");
        return jar;
    }
}
