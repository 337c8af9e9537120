/* nothing.c - does nothing: shows what it costs to start a program that is linked as the command
 * is */
int main(void)
{
    return 0;
}
