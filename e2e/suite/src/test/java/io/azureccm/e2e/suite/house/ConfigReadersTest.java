package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.e2e.suite.house.fixture.UnreadOptions;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What flags and {@code azure.json} say is read by somebody. A flag or key that nobody reads belongs among those that are
 * accepted without effect, with the reason that the reference pages show; there it has no place in these records.
 */
class ConfigReadersTest {
    private static final String CONFIG = "io.azureccm.common.config";
    private static final JavaClasses PRODUCTION = ProductionClasses.ALL;

    @Test
    void everyComponentOfTheConfigRecordsHasAReader() {
        assertThat(unread(PRODUCTION, ControllerOptions.class, CloudConfig.class)).isEmpty();
    }

    @Test
    void everyCacheKindHasAReader() {
        JavaClass kinds = PRODUCTION.get(CONFIG + ".arm.CacheKind");
        assertThat(kinds.getEnumConstants().stream().map(constant -> kinds.getField(constant.name())))
                .allMatch(kind -> kind.getAccessesToSelf().stream().anyMatch(ConfigReadersTest::fromOutside),
                        "is used outside of config");
    }

    @Test
    void aComponentWithoutAReaderIsNoticed() {
        JavaClasses fixture = new ClassFileImporter().importClasses(UnreadOptions.class, UnreadOptions.Inner.class,
                UnreadOptions.Reader.class);

        assertThat(unread(fixture, UnreadOptions.class)).containsExactlyInAnyOrder("UnreadOptions.unread",
                "Inner.onlyForAMethodThatNobodyCalls");
    }

    /** Components of these records, and of the records in them, that no code outside of the records gets to see. */
    private static List<String> unread(JavaClasses classes, Class<?>... roots) {
        Set<JavaClass> records = new LinkedHashSet<>();
        List.of(roots).forEach(root -> collect(classes.get(root), records));
        return records.stream()
                .flatMap(type -> components(type).filter(field -> !isRead(field))
                        .map(field -> type.getSimpleName() + "." + field.getName()))
                .sorted()
                .toList();
    }

    private static void collect(JavaClass type, Set<JavaClass> into) {
        if (type.isRecord() && into.add(type)) {
            components(type).flatMap(field -> field.getAllInvolvedRawTypes().stream())
                    .forEach(part -> collect(part, into));
        }
    }

    private static Stream<JavaField> components(JavaClass record) {
        return record.getFields().stream().filter(field -> !field.getModifiers().contains(JavaModifier.STATIC));
    }

    private static boolean isRead(JavaField component) {
        return component.getAccessesToSelf()
                .stream()
                .map(JavaAccess::getOrigin)
                .anyMatch(origin -> isRead(origin, new HashSet<>()));
    }

    /** Whether code outside the records comes to this method, by way of other methods of records or at once. */
    private static boolean isRead(JavaCodeUnit method, Set<JavaCodeUnit> seen) {
        if (isMachinery(method.getOwner()) || !seen.add(method)) {
            return false;
        }
        return !method.getOwner().isRecord() || !method.isConstructor() && method.getAccessesToSelf()
                .stream()
                .map(JavaAccess::getOrigin)
                .anyMatch(origin -> isRead(origin, seen));
    }

    private static boolean fromOutside(JavaAccess<?> access) {
        String origin = access.getOriginOwner().getPackageName();
        return !origin.startsWith(CONFIG) && !drivesControllers(origin);
    }

    /**
     * Code that makes, checks and prints the records, and so touches every component without doing what it asks for; and what drives
     * controllers.
     */
    private static boolean isMachinery(JavaClass type) {
        return drivesControllers(type.getPackageName()) || type.getPackageName().startsWith(CONFIG + ".parse")
                || type.getPackageName().equals(CONFIG + ".flags");
    }

    private static boolean drivesControllers(String name) {
        return name.startsWith("io.azureccm.e2e.") && !name.startsWith("io.azureccm.e2e.suite.");
    }
}
