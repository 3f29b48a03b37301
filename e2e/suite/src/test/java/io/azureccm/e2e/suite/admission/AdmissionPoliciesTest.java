package io.azureccm.e2e.suite.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.docs.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies of the service chart are those that the catalogue of annotations makes. */
class AdmissionPoliciesTest {
    @ParameterizedTest
    @ValueSource(strings = {"errors", "warnings"})
    void policyOfTheChartIsMadeFromTheCatalogue(String name) throws IOException {
        Path file = file(name);
        String made = text(name);
        if (Boolean.getBoolean("docs.write"))
            Files.writeString(file, made);
        assertThat(file).as("run with -Ddocs.write=true to rewrite it").hasContent(made);
    }

    static Path file(String name) {
        return Repository.root().resolve("charts/service-controller/files/own-admission-" + name + ".yaml");
    }

    static String text(String name) {
        return name.equals("errors") ? AdmissionPolicies.errors() : AdmissionPolicies.warnings();
    }
}
