package io.azureccm.common.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What holds for the packages of every module: each is small enough to be read at once, and none needs one that needs it. */
public final class PackageRules {
    public static final int MAX_TYPES = 20;

    private PackageRules() {}

    public static List<ArchRule> all() {
        return List.of(holdFewTypes(), formNoCycle());
    }

    /** Types within others are not counted. */
    public static ArchRule holdFewTypes() {
        return classes().should(new FewTypes()).as("a package holds at most " + MAX_TYPES + " types");
    }

    /** A package and one below it count as two. */
    public static ArchRule formNoCycle() {
        return slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().as("packages form no cycle");
    }

    private static final class FewTypes extends ArchCondition<JavaClass> {
        private Map<String, Long> sizes = Map.of();

        FewTypes() {
            super("have few neighbours");
        }

        @Override
        public void init(Collection<JavaClass> all) {
            sizes = all.stream()
                    .filter(JavaClass::isTopLevelClass)
                    .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            long size = sizes.getOrDefault(type.getPackageName(), 0L);
            events.add(new SimpleConditionEvent(type, size <= MAX_TYPES,
                    type.getName() + " is in a package of " + size + " types"));
        }
    }

    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith("io.azureccm")
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
