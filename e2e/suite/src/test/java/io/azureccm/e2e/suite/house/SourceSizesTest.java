package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file, in every module, and a method of production code are short enough to be read at once. */
class SourceSizesTest {
    private static final int MAX_LINES_OF_FILE = 300;
    private static final int MAX_LINES_OF_METHOD = 40;

    @TempDir
    Path folder;

    @Test
    void filesAreShort() throws IOException {
        assertThat(longFiles("main")).isEmpty();
        assertThat(longFiles("test")).isEmpty();
    }

    private static Map<Path, Long> longFiles(String kind) throws IOException {
        Map<Path, Long> lines = new TreeMap<>();
        for (Path file : TestSources.files(kind))
            lines.put(file, Files.readString(file).lines().count());
        assertThat(lines).as("sources of kind %s", kind).hasSizeGreaterThan(700);
        lines.values().removeIf(count -> count <= MAX_LINES_OF_FILE);
        return lines;
    }

    @Test
    void methodsOfProductionCodeAreShort() throws IOException {
        assertThat(longMethods(TestSources.files("main"))).isEmpty();
    }

    @Test
    void longMethodIsNoticedButNotForTheClassesWithinIt() throws IOException {
        String statements = "int x = 0;\n".repeat(MAX_LINES_OF_METHOD);
        Path file = Files.writeString(folder.resolve("Long.java"), """
                class Long {
                    void tooLong() {
                        %s
                    }

                    Object within() {
                        return new Object() {
                            void alsoTooLong() {
                                %s
                            }
                        };
                    }
                }
                """.formatted(statements, statements));

        assertThat(longMethods(List.of(file))).hasSize(2)
                .anyMatch(each -> each.startsWith("Long.java tooLong "))
                .anyMatch(each -> each.startsWith("Long.java alsoTooLong "));
    }

    private static List<String> longMethods(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, problem -> {}, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse())
                new MethodLines(unit, positions, found).scan(unit, null);
        }
        return found;
    }

    /** Counts the lines of methods, without those of the classes within them. Returns the lines that the scanned tree does not count. */
    private static final class MethodLines extends TreeScanner<Integer, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        private MethodLines(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Integer visitMethod(MethodTree method, Void none) {
            Integer within = super.visitMethod(method, none);
            int lines = lines(method) - (within == null ? 0 : within);
            if (lines > MAX_LINES_OF_METHOD)
                found.add(
                        Path.of(unit.getSourceFile().getName()).getFileName() + " " + method.getName() + " of " + lines
                                + " lines");
            return 0;
        }

        @Override
        public Integer visitClass(ClassTree type, Void none) {
            super.visitClass(type, none);
            return lines(type);
        }

        @Override
        public Integer reduce(Integer one, Integer other) {
            return (one == null ? 0 : one) + (other == null ? 0 : other);
        }

        private int lines(Tree tree) {
            long end = positions.getEndPosition(unit, tree);
            if (end < 0)
                return 0;
            return (int) (unit.getLineMap().getLineNumber(end)
                    - unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree))) + 1;
        }
    }
}
