package io.azureccm.common.boot.standby;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Replaces the program of this process by another one, as {@code exec} of a shell does: the process keeps its id, its
 * standard streams and, in a container, its place as the process that gets signals. Only on Linux. Arguments and environment
 * are those that the kernel knows, byte for byte: each character of their texts is a byte.
 */
@SuppressWarnings("restricted")
final class ProcessReplacement {
    private static final Path SELF = Path.of("/proc/self");
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final int SET_DESCRIPTOR_FLAGS = 2;
    private static final int CLOSE_ON_EXEC = 1;
    private static final int FIRST_OTHER_DESCRIPTOR = 3;

    private ProcessReplacement() {}

    static boolean isPossible() {
        return Files.isReadable(SELF.resolve("cmdline")) && Files.isReadable(SELF.resolve("environ"))
                && Files.isExecutable(SELF.resolve("exe"));
    }

    /** The arguments of this process, the program first. */
    static List<String> ownCommand() throws IOException {
        return split(Files.readString(SELF.resolve("cmdline"), BYTES));
    }

    /** The environment that this process was started with, without the variables with these names and with these ones instead. */
    static List<String> environment(List<String> without, Map<String, String> with) throws IOException {
        Stream<String> kept = split(Files.readString(SELF.resolve("environ"), BYTES)).stream().filter(each -> {
            String name = each.substring(0, Math.max(0, each.indexOf('=')));
            return !without.contains(name) && !with.containsKey(name);
        });
        return Stream.concat(kept, with.entrySet().stream().map(each -> bytes(each.getKey() + "=" + each.getValue())))
                .toList();
    }

    /** Texts that each end with a zero byte. */
    static List<String> split(String joined) {
        List<String> parts = List.of(joined.split("\0", -1));
        return parts.getLast().isEmpty() ? parts.subList(0, parts.size() - 1) : parts;
    }

    /** The bytes of a text, each as a character. */
    static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), BYTES);
    }

    /** Runs the same Java with these arguments, of which the first is the name of the program. Returns only if that fails. */
    static IOException replace(List<String> command, List<String> environment) {
        try (Arena memory = Arena.ofConfined()) {
            String java = SELF.resolve("exe").toRealPath().toString();
            Linker linker = Linker.nativeLinker();
            MethodHandle execute = linker.downcallHandle(linker.defaultLookup().findOrThrow("execve"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS));
            closeOthersOnExec(linker);
            System.out.flush();
            System.err.flush();
            int code = (int) execute.invokeExact(memory.allocateFrom(java), array(memory, command),
                    array(memory, environment));
            return new IOException("execve of " + java + " returned " + code);
        } catch (IOException failed) {
            return failed;
        } catch (Throwable failed) {
            return new IOException("cannot replace this process: " + failed, failed);
        }
    }

    /** Files and connections that the JVM has open must not stay open in the new program. */
    private static void closeOthersOnExec(Linker linker) throws Throwable {
        MethodHandle control = linker.downcallHandle(linker.defaultLookup().findOrThrow("fcntl"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        try (DirectoryStream<Path> open = Files.newDirectoryStream(SELF.resolve("fd"))) {
            for (Path each : open) {
                int descriptor = Integer.parseInt(each.getFileName().toString());
                if (descriptor >= FIRST_OTHER_DESCRIPTOR) {
                    // A descriptor that has been closed meanwhile is an error that changes nothing.
                    int ignored = (int) control.invokeExact(descriptor, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC);
                }
            }
        }
    }

    /** An array of C strings that ends with a null pointer. */
    private static MemorySegment array(Arena memory, List<String> texts) {
        MemorySegment array = memory.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ValueLayout.ADDRESS, i, memory.allocateFrom(texts.get(i), BYTES));
        }
        array.setAtIndex(ValueLayout.ADDRESS, texts.size(), MemorySegment.NULL);
        return array;
    }
}
